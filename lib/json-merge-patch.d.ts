declare module 'json-merge-patch' {
  const mergePatch: { apply(target: unknown, patch: unknown): unknown };
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default mergePatch;
}
