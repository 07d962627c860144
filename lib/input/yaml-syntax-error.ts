/** A file that can't be read as YAML. The message says why, and where in it. */
export class YamlSyntaxError extends Error {}
