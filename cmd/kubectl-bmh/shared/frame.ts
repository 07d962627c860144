/** The steps around the procedure of a repair or an undo: §4.A steps 1 and 2, and step 9. */
export const FRAME = {
  leading: ['Verify access', 'Start the API proxy'],
  trailing: ['Stop the API proxy'],
} as const;
