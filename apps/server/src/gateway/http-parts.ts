import { API_PREFIX, CONSOLE_OPERATIONS, type Operation } from '@tarazu/protocol';
import { type AddressLimit, createAddressLimit } from '#gateway/admission/admission.ts';
import { AdmissionQueue } from '#gateway/admission/admission-queue.ts';
import type { Limits } from '#gateway/admission/limits.ts';
import { ThreadBudget } from '#gateway/admission/thread-budget.ts';
import type { ServeCall } from '#gateway/call.ts';
import { type ChatFrame, openChatFrame } from '#gateway/chat-frame.ts';
import type { Readiness } from '#gateway/health.ts';
import { type ApiPage, openApiPage } from '#gateway/openapi/api-page.ts';
import { apiOriginOf } from '#gateway/origin/api-origin.ts';
import { type Hosts, hostsOf } from '#gateway/origin/hosts.ts';
import type { Notice } from '#gateway/origin/notice.ts';
import { type Origins, originsOf } from '#gateway/origin/origins.ts';
import { UntrustedProxy } from '#gateway/origin/untrusted-proxy.ts';
import { safeHeaders } from '#gateway/reply/safe-headers.ts';
import type { Served } from '#gateway/reply/served-groups.ts';
import { SharedAnswers } from '#gateway/reply/shared-answers.ts';
import { Spool } from '#gateway/upload/spool.ts';
import { UploadPlaces } from '#gateway/upload/upload-places.ts';
import { openWebFiles, type WebFiles } from '#gateway/web-files.ts';
import { createRequestIds } from '#platform/ids.ts';
export interface HttpSideOptions {
  /** Calls that exist on this installation. */
  readonly operations: readonly Operation[];
  readonly serve: ServeCall;
  readonly readiness: () => Promise<Readiness>;
  readonly limits: Limits;
  /** Folder of the built app. */
  readonly webFolder: string;
  /** Folder for files that calls bring, while they are served. */
  readonly uploadFolder: string;
  readonly version: string;
  /** The address at which people open the app, when it is given; else the same origin serves everything. */
  readonly publicUrl: string | null;
  /** The address to which its calls go, when that is said. */
  readonly apiUrl: string | null;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: number;
  /** Address of the outside chat’s script, where one is set. */
  readonly chatScript: string | null;
  /** A mistake of ours, with its whole error. */
  readonly onBug: (error: unknown, call: { readonly operation: string; readonly requestId: string }) => void;
  /** Something that an operator should know and that is no mistake of ours. */
  readonly onNotice: (notice: Notice) => void;
  /** A call was answered, or refused. */
  readonly onServed: (served: Served) => void;
}

/** Parts of the HTTP side that its routes share. */
export interface HttpParts {
  readonly options: HttpSideOptions;
  readonly origins: Origins;
  readonly hosts: Hosts;
  readonly untrustedProxy: UntrustedProxy;
  readonly headers: Readonly<Record<string, string>>;
  readonly nextRequestId: () => string;
  readonly addressLimit: AddressLimit;
  readonly line: AdmissionQueue;
  readonly budget: ThreadBudget;
  readonly shared: SharedAnswers;
  /** Time of the thread of HTTP for answers that are there already. */
  readonly sharedBudget: ThreadBudget;
  readonly spool: Spool;
  readonly uploadPlaces: UploadPlaces;
  readonly webFiles: WebFiles;
  readonly apiPage: ApiPage;
  readonly chatFrame: ChatFrame;
  /** Method of each path, for the answer to the wrong one. */
  readonly methods: ReadonlyMap<string, string>;
}

export function partsOf(options: HttpSideOptions): HttpParts {
  const pageOrigin = options.publicUrl === null ? undefined : new URL(options.publicUrl).origin;
  const apiOrigin = apiOriginOf(options);
  const headers = safeHeaders({
    https: pageOrigin?.startsWith('https:') ?? false,
    apiOrigin,
    hasChatFrame: options.chatScript !== null,
  });
  const chatFrame = openChatFrame(options.chatScript, headers.everywhere);
  const methods = new Map(
    options.operations.map((operation) => [API_PREFIX + operation.path, operation.method]),
  );
  const budget = new ThreadBudget(options.limits.readsShareOfTime);
  for (const path of ['/healthz', '/readyz', '/api', `${API_PREFIX}/openapi.json`, ...chatFrame.paths])
    methods.set(path, 'GET');
  return {
    options,
    methods,
    origins: originsOf(options),
    hosts: hostsOf(options),
    untrustedProxy: new UntrustedProxy(options),
    headers: { ...headers.everywhere, ...headers.data },
    nextRequestId: createRequestIds(),
    addressLimit: createAddressLimit(options.limits),
    line: new AdmissionQueue(options.limits, { mayRead: (nowMs) => budget.has(nowMs) }),
    budget,
    shared: new SharedAnswers({ freshMs: options.limits.answersFreshMs }),
    sharedBudget: new ThreadBudget(options.limits.sharedShareOfTime),
    spool: new Spool(options.uploadFolder),
    uploadPlaces: new UploadPlaces(),
    webFiles: openWebFiles({ folder: options.webFolder, apiOrigin, ...headers }),
    chatFrame,
    apiPage: openApiPage({
      operations: options.operations.filter(({ name }) => !Object.hasOwn(CONSOLE_OPERATIONS, name)),
      version: options.version,
      ...headers,
    }),
  };
}
