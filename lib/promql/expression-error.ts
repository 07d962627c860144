/** Offsets in an expression in UTF-16 units, the end exclusive. */
export interface Place {
  from: number;
  to: number;
}

/** A part of an expression that Prometheus does not accept. */
export class ExpressionError extends Error {
  readonly place: Place;

  constructor(message: string, { from, to }: Place) {
    super(message);
    this.place = { from, to };
  }
}
