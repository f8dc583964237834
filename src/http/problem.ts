/** Every error of the API and its status. */
const table = {
  bad_request: 400,
  unauthorised: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  uri_too_long: 414,
  range_not_satisfiable: 416,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
} as const;

export type ProblemCode = keyof typeof table;

export const statusOf = (code: ProblemCode): number => table[code];

/** An error sent to the client as its status and `{detail}`. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly headers: Readonly<Record<string, string>>;
  /** Writable, because the server writes it back to validation errors. */
  statusCode: number;

  constructor(code: ProblemCode, detail: string, headers: Readonly<Record<string, string>> = {}) {
    super(detail);
    this.name = 'Problem';
    this.code = code;
    this.headers = headers;
    this.statusCode = table[code];
  }
}
