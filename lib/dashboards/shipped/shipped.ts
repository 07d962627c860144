import { alertsDashboard } from './alerts.ts';
import { clusterCapacity } from './cluster-capacity.ts';

/** A dashboard that this project ships (§2.5). */
export interface Shipped {
  /** As a user types it: `cluster-capacity`. */
  name: string;
  title: string;
  /** A new copy of its definition, with every field of §2.3. */
  definition(): Record<string, unknown>;
}

/** The shipped dashboards (§2.5), in their order. */
export const SHIPPED: readonly Shipped[] = [
  { name: 'alerts', title: 'Alerts', definition: alertsDashboard },
  { name: 'cluster-capacity', title: 'Cluster Capacity', definition: clusterCapacity },
];
