/**
 * How long what must come may take, in milliseconds: longer than on a machine that has ten times as much to do, so that waiting in
 * vain alone comes to its end. The garbage collector of kube-controller-manager looks for new kinds every 30 seconds, and deletes
 * nothing until it has. It is less than a file of tests may take.
 */
export const PATIENCE = 180_000;
