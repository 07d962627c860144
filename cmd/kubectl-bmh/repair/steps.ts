/** The document's nine steps (§4.A) and its verification, as a person sees them. */
export const STEPS = [
  '1/9 Verify access',
  '2/9 Start the API proxy',
  '3/9 Pause reconciliation',
  '4/9 Create the payload files',
  '5/9 Validate the payload files',
  '6/9 Patch status',
  '7/9 Patch spec',
  '8/9 Resume reconciliation',
  '9/9 Stop the API proxy',
  'Verification',
];
/** Places of some of them, from 1. The bracket opens behind START_PROXY. */
export const START_PROXY = 2;
export const STOP_PROXY = 9;
export const VERIFICATION = 10;
