import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** A dashboard that the stand-in has. */
export interface Stored {
  uid: string;
  title: string;
  folder?: { uid: string; title: string };
  /** The file that it comes from, below the folder of its provider. */
  file?: string;
  /** Whether a provisioned one may be saved in the UI: it is not called provisioned then. */
  updatable?: boolean;
  /** Its model without uid, title and version, which a UI sets itself. */
  model?: object;
  /** It is kept in the v2 schema; what the newer API makes of it, or that it cannot. */
  v2?: { converted: object } | 'failed';
}

export interface UiOptions {
  dashboards?: readonly Stored[];
  /** The password of `admin`; the token of a service account. Without either, everyone may read. */
  password?: string;
  token?: string;
  /** What the credentials may not read: the API answers 403. */
  isForbidden?: boolean;
  /** How many dashboards a page has, at most. */
  page?: number;
  /** The versions of its newer API. */
  versions?: readonly string[];
  /** Answers a request in its place. */
  instead?(path: string, response: ServerResponse, request: IncomingMessage): boolean;
}

/** A stand-in for the HTTP API of a dashboard UI. */
export interface StandInUi {
  handler: RequestListener;
  /** The paths that were asked for, with their queries. */
  asked: string[];
}

/** Answers as Grafana does: what it is asked, with which credentials, and what it refuses. */
export function standInUi(options: UiOptions): StandInUi {
  const asked: string[] = [];
  return {
    asked,
    handler(request, response) {
      const path = request.url ?? '';
      asked.push(path);
      if (options.instead?.(path, response, request)) return;
      const refusal = refusalOf(request, options);
      if (refusal) return send(response, refusal.status, refusal.body);
      const { status, body } = answerTo(new URL(path, 'http://ui'), options);
      send(response, status, body);
    },
  };
}

interface UiAnswer {
  status: number;
  body: unknown;
}

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify(body));
}

function refusalOf(
  { headers: { authorization } }: IncomingMessage,
  { password, token, isForbidden }: UiOptions,
): UiAnswer | undefined {
  const [scheme, given = ''] = authorization?.split(' ') ?? [];
  if (scheme === undefined && (password ?? token) !== undefined)
    return { status: 401, body: error(401, 'auth.unauthorized', 'Unauthorized') };
  if (scheme === 'Basic' && Buffer.from(given, 'base64').toString() !== `admin:${password}`)
    return { status: 401, body: error(401, 'password-auth.failed', 'Invalid username or password') };
  if (scheme === 'Bearer' && given !== token)
    return { status: 401, body: error(401, 'api-key.invalid', 'Invalid API key') };
  return isForbidden
    ? {
        status: 403,
        body: {
          accessErrorId: 'ACE0000000000',
          message:
            "You'll need additional permissions to perform this action. Permissions needed: dashboards:read",
          title: 'Access denied',
        },
      }
    : undefined;
}

const error = (statusCode: number, messageId: string, message: string): object => ({
  statusCode,
  messageId,
  message,
});

function answerTo({ pathname, searchParams }: URL, options: UiOptions): UiAnswer {
  const { dashboards = [] } = options;
  if (pathname === '/api/search') return { status: 200, body: search(searchParams, options) };
  const [, uid] = /^\/api\/dashboards\/uid\/([^/]+)$/.exec(pathname) ?? [];
  const [, version = '', , name] =
    /^\/apis\/dashboard\.grafana\.app\/(\w+)\/namespaces\/(\w+)\/dashboards\/([^/]+)$/.exec(pathname) ?? [];
  const wanted = decodeURIComponent(uid ?? name ?? '');
  const found = dashboards.find((one) => one.uid === wanted);
  if (uid !== undefined)
    return found ? dashboard(found) : { status: 404, body: { message: 'Dashboard not found' } };
  const { versions = ['v1', 'v1beta1'] } = options;
  if (found && versions.includes(version)) return resource(found, version);
  return { status: 404, body: error(404, 'not-found', 'Not found') };
}

/** Folders and dashboards by title, page by page; a limit that is too large is 5000. */
function search(params: URLSearchParams, { dashboards = [], page: largest = 5000 }: UiOptions): object[] {
  const query = (params.get('query') ?? '').toLowerCase();
  const uids = params.getAll('dashboardUIDs');
  const limit = Math.min(Number(params.get('limit') ?? 1000), largest);
  const from = (Number(params.get('page') ?? 1) - 1) * limit;
  return dashboards
    .filter(({ title }) => title.toLowerCase().includes(query))
    .filter(({ uid }) => uids.length === 0 || uids.includes(uid))
    .toSorted((one, other) => (one.title < other.title ? -1 : 1))
    .slice(from, from + limit)
    .map(({ uid, title, folder }, index) => ({
      id: index + 1,
      uid,
      orgId: 1,
      title,
      uri: `db/${uid}`,
      url: `/d/${uid}/${uid}`,
      slug: '',
      type: 'dash-db',
      tags: [],
      isStarred: false,
      ...(folder && {
        folderId: 7,
        folderUid: folder.uid,
        folderTitle: folder.title,
        folderUrl: `/dashboards/f/${folder.uid}/${folder.uid}`,
      }),
      sortMeta: 0,
      isDeleted: false,
    }));
}

function dashboard({ uid, title, folder, file, updatable = false, model, v2 }: Stored): UiAnswer {
  if (v2)
    return {
      status: 406,
      body: {
        message: `dashboard api version not supported, use /apis/dashboard.grafana.app/v2/namespaces/default/dashboards/${uid} instead`,
      },
    };
  return {
    status: 200,
    body: {
      meta: {
        type: 'db',
        canSave: true,
        canEdit: true,
        slug: uid,
        url: `/d/${uid}/${uid}`,
        version: 3,
        folderId: folder ? 7 : 0,
        folderUid: folder?.uid ?? '',
        folderTitle: folder?.title ?? 'General',
        provisioned: file !== undefined && !updatable,
        provisionedExternalId: file ?? '',
      },
      dashboard: { ...model, id: 12, uid, title, version: 3 },
    },
  };
}

function resource({ uid, title, v2, model, folder, file }: Stored, version: string): UiAnswer {
  const spec = typeof v2 === 'object' ? v2.converted : v2 === 'failed' ? { title } : { ...model, title };
  return {
    status: 200,
    body: {
      kind: 'Dashboard',
      apiVersion: `dashboard.grafana.app/${version}`,
      metadata: {
        name: uid,
        namespace: 'default',
        annotations: {
          ...(folder && { 'grafana.app/folder': folder.uid }),
          ...(file && { 'grafana.app/managedBy': 'classic-file-provisioning' }),
        },
      },
      spec,
      status: v2
        ? {
            conversion: {
              failed: v2 === 'failed',
              storedVersion: 'v2',
              ...(v2 === 'failed' && { error: 'conversion is not possible' }),
            },
          }
        : {},
    },
  };
}
