export interface Cause {
  reason: string;
  message: string;
  field: string;
}

interface Fault {
  what: string;
  /** Laid over the spec of a gauge that is right. */
  spec: Record<string, unknown>;
  /** Every cause that the server must name, in any order. */
  causes: Cause[];
}

const required = (field: string): Cause => ({
  reason: 'FieldValueRequired',
  message: 'Required value',
  field,
});

const invalid = (field: string, value: string, rule: string): Cause => ({
  reason: 'FieldValueInvalid',
  message: `Invalid value: ${value}: ${field} in body ${rule}`,
  field,
});

/** `found` is the type that was sent, or the value where it is of the type but not of the format. */
const ofType = (field: string, found: string, type: string): Cause => ({
  ...invalid(field, JSON.stringify(found), `must be of type ${type}: ${JSON.stringify(found)}`),
  reason: 'FieldValueTypeInvalid',
});

/** What can be wrong with a gauge. */
export const faults: Fault[] = [
  {
    what: 'a required field that is missing',
    spec: { online: undefined },
    causes: [required('spec.online')],
  },
  {
    what: 'a required field that is missing further in',
    spec: { image: { checksum: 'x' } },
    causes: [required('spec.image.url')],
  },
  {
    what: 'a null where something is required',
    spec: { online: null },
    causes: [required('spec.online')],
  },
  {
    what: 'a value that is not of the enum',
    spec: { mode: 'fast' },
    causes: [
      {
        reason: 'FieldValueNotSupported',
        message: 'Unsupported value: "fast": supported values: "auto", "manual"',
        field: 'spec.mode',
      },
    ],
  },
  {
    what: 'a string where an integer belongs',
    spec: { size: '5' },
    causes: [ofType('spec.size', 'string', 'integer')],
  },
  {
    what: 'a string where an object belongs',
    spec: { image: 'x' },
    causes: [ofType('spec.image', 'string', 'object')],
  },
  {
    what: 'a number where a list item must be a string',
    spec: { tags: ['a', 7] },
    causes: [ofType('spec.tags[1]', 'integer', 'string')],
  },
  {
    what: 'a string that is not of its format',
    spec: { checkedAt: 'yesterday' },
    causes: [ofType('spec.checkedAt', 'yesterday', 'date-time')],
  },
  {
    what: 'a number below the minimum',
    spec: { size: 0 },
    causes: [invalid('spec.size', '0', 'should be greater than or equal to 1')],
  },
  {
    what: 'a number above the maximum',
    spec: { size: 11 },
    causes: [invalid('spec.size', '11', 'should be less than or equal to 10')],
  },
  {
    what: 'a string that does not match the pattern',
    spec: { serial: 'abc' },
    causes: [invalid('spec.serial', '"abc"', "should match '^[A-Z]+$'")],
  },
  {
    what: 'a string that is too short',
    spec: { code: 'a' },
    causes: [invalid('spec.code', '"a"', 'should be at least 2 chars long')],
  },
  {
    what: 'a string that is too long',
    spec: { code: 'abcde' },
    causes: [
      { reason: 'FieldValueTooLong', message: 'Too long: may not be more than 4 bytes', field: 'spec.code' },
    ],
  },
  {
    what: 'too many items',
    spec: { tags: ['a', 'b', 'c', 'd'] },
    causes: [
      { reason: 'FieldValueTooMany', message: 'Too many: 4: must have at most 3 items', field: 'spec.tags' },
    ],
  },
  {
    what: 'several things at once: each has its cause',
    spec: { online: undefined, image: {} },
    causes: [required('spec.online'), required('spec.image.url')],
  },
];
