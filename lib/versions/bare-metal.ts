import type { Software } from './install.ts';

/**
 * The bare-metal operator, also as distributions name its image (`baremetal-rhel9-operator`); but not the operator that
 * OpenShift has to install it (`cluster-baremetal-operator`), which brings an image of another name.
 */
export const BARE_METAL_OPERATOR: Software = {
  name: 'baremetal-operator',
  image: /^(?!.*cluster-baremetal).*baremetal-([a-z0-9]+-)?operator$/,
  command: 'baremetal-operator',
};

/** What the operator has provision hosts. */
export const IRONIC: Software = { name: 'ironic', image: /^(.*-)?ironic(-rhel\d+)?$/ };
