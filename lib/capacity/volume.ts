/** How much of a volume's file system is used, as its kubelet measures it. */
export interface Use {
  /** Bytes. */
  used: number;
  /** Bytes of the file system, which are a little less than the claim's. */
  capacity: number;
}

/** How fast the use of a volume grows, as measured: bytes a day, with the bounds of its 95 % confidence interval. */
export interface Growth {
  perDay: number;
  low: number;
  high: number;
  /** Days from the first to the last measurement. */
  days: number;
}

/** In how many days a volume is full. Null: not at that growth. */
export interface DaysToFull {
  likely: number | null;
  soonest: number | null;
  latest: number | null;
}

/** What is measured of a claim's volume. What there are no metrics for is undefined. */
export interface VolumeMetrics {
  namespace: string;
  claim: string;
  use: Use | undefined;
  growth: Growth | undefined;
  daysToFull: DaysToFull | undefined;
  /** Use over time, for a chart: seconds since the epoch, bytes. Empty where nothing was measured. */
  points: [at: number, used: number][];
}
