import type { Host } from '../../../../lib/cli/command.ts';
import type { Session } from '../../../../lib/cluster/session.ts';
import type { KubeObject, KubeRequest } from '../../../../lib/kube/api/types.ts';
import type { Source } from '../../../../lib/objects/gitops.ts';
import type { CommandError } from '../../../../lib/words/errors.ts';
import type { Verdict } from '../../../../lib/words/verdict.ts';
import type { Write } from '../../../shared/change/write.ts';
import type { ApplyValues } from './flags.ts';

/** An object of a file, as it is applied. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string } & Record<string, unknown>;
}

/** The objects of one command, as the engine of `apply` needs to know them. */
export interface Description<M extends Manifest> {
  /** What messages call one: `rule`. */
  word: string;
  /** What they call its objects in files: `rule objects`. */
  objects: string;
  /** What the data is called: `RuleApplyList`. */
  result: string;
  /** The command that says why one is not loaded, before its name: `rules`, `doctor`. */
  doctor: readonly string[];
  /** The objects of files and folders. @throws {CommandError} if one must not be applied. */
  read(paths: readonly string[], host: Host): Promise<M[]>;
  /** Reads what is needed of the cluster before anything is planned. */
  open(run: Run, manifests: readonly M[]): Promise<Ground<M>>;
  /** A write as it may be printed, if not everything in it may. */
  shown?(write: Write): Write;
  /** The same as people compare it, for `--diff`. */
  compared?(write: Write): Write;
}

/** How the objects of a command are applied in one cluster. */
export interface Ground<M extends Manifest> {
  /** Where its kind is served. @throws {CommandError} if the cluster does not serve it. */
  servedAs(manifest: M): Served;
  /** The fields that it is about, by a name: the owner of one of them manages the object. Paths in the keys of `fieldsV1`. */
  fieldsOf(manifest: M): Record<string, string[]>;
  /** What the user should know before anything is applied. */
  warnings?(plans: readonly Plan[]): Promise<string[]>;
  /** What speaks against applying it, unless the user accepts it. */
  concernsOf?(plan: Plan): Concern[];
  /** Reads how the objects are before they are applied, and returns what looks at them afterwards. */
  watch(plans: readonly Plan[]): Promise<Look>;
}

/** Where a kind is served: `monitoring.coreos.com`, or an empty group, and its plural. */
export interface Served {
  group: string;
  plural: string;
}

/** A reason not to apply an object, which the user can accept by its name (`--accept`). */
export interface Concern {
  guard: string;
  /** A short sentence for the refusal, without a full stop. */
  reason: string;
  hint: string;
  /** What the refusal is about: `a GitOps source manages the rule "shop"`. */
  summary: string;
}

/** What applying an object would do. */
export interface Plan {
  namespace: string;
  name: string;
  /** `prometheusrule.monitoring.coreos.com/shop`. */
  resource: string;
  request: KubeRequest;
  before: KubeObject | undefined;
  /** As the server would store it; undefined if it was not asked, or rejects it. */
  after: KubeObject | undefined;
  change: 'created' | 'configured' | 'unchanged';
  /** Whether the content of an object that is there changes, which has to be loaded again. */
  changesContent: boolean;
  /** The GitOps source that manages it and reverts changes. */
  source: Source | undefined;
  rejection: CommandError | undefined;
  /** What speaks against a change, beside its source. */
  concerns: readonly Concern[];
}

/** Looks at applied objects that are not known to be loaded yet. @param isLate whether it is the last look. */
export type Look = (pending: readonly Plan[], isLate: boolean) => Promise<ReadonlyMap<Plan, Seen>>;

/** What was seen of an object: what came of it, or what it is waited for. */
export type Seen = { result: Loaded } | { note: string };

/** What came of an applied object. */
export interface Loaded {
  verdict: Extract<Verdict, 'applied' | 'degraded' | 'timed-out'>;
  reason?: string;
  /** The rest of a sentence about what was done: `loaded on 2 of 2 replicas`. */
  message: string;
  /** Whether the doctor knows more, although nothing is known to be wrong. */
  isOpen?: boolean;
}

/** One call of a command. */
export interface Run {
  /** Of the description, which the messages need. */
  words: Pick<Description<never>, 'word' | 'result' | 'doctor'>;
  values: ApplyValues;
  session: Session;
  host: Host;
}
