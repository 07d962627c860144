/** What Ironic knows of one host: its node, as far as the operator's decisions depend on it. */
export interface Node {
  id: string;
  state: 'manageable' | 'adopting' | 'adopt failed' | 'active' | 'deploying' | 'deploy failed' | 'available';
  /** Address of the image that the node is adopted or deployed with. */
  image: string | undefined;
  /** Whether a deploy method of its own, which no image is checked for, put the system on the disk. */
  custom: boolean;
  lastError: string;
  /** The power of the machine itself, which the status follows. */
  poweredOn: boolean;
}

/** Whether Ironic works on the node, and will settle it by itself. */
export const busy = (node: Node | undefined): node is Node =>
  node?.state === 'adopting' || node?.state === 'deploying';

/** The address that Ironic sends a HEAD request to before it can settle a busy node; undefined where it sends none. */
export const checkedImage = ({ custom, image }: Node): string | undefined => (custom ? undefined : image);

/**
 * A busy node when Ironic is done with it.
 *
 * @param head HTTP status that the image's address answered a HEAD request with; undefined where nothing answered
 *   or nothing was asked.
 */
export function settle(node: Node, head: number | undefined): Node {
  const error = node.custom ? '' : imageError(node, head);
  const adopting = node.state === 'adopting';
  if (error === '')
    return { ...node, state: 'active', lastError: '', poweredOn: adopting ? node.poweredOn : true };
  const lastError = `node ${node.id} could not be ${adopting ? 'adopted' : 'deployed'}: ${error}`;
  return { ...node, state: adopting ? 'adopt failed' : 'deploy failed', lastError };
}

function imageError({ id, image }: Node, head: number | undefined): string {
  if (image === undefined)
    return `Cannot validate image information for node ${id}. Missing are: ['image_source', 'kernel', 'ramdisk']`;
  if (head === 200) return '';
  const reason =
    head === undefined ? 'no answer to a HEAD request' : `a HEAD request got HTTP ${head} instead of 200`;
  return `validation of image ${image} failed: ${reason}`;
}
