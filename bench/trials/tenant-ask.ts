interface Answered {
  readonly status: number;
  readonly text: string;
}

interface Asked {
  readonly token?: string;
  readonly body?: unknown;
  /** Replaces a JSON body. */
  readonly form?: FormData;
}

export type Ask = (method: string, path: string, asked?: Asked) => Promise<Answered>;

/** An object of an organisation. */
export interface Thing {
  readonly kind: string;
  readonly id: string;
  /** A word in the object that no other organisation may read. */
  readonly canary: string;
  /** Path at which its own organisation sees it. */
  readonly view: string;
  /** The part of the view that only a request changes; all of it by default. */
  readonly part?: string;
  /** What its view contains once it has ended by itself, which a long sweep may see. */
  readonly endedAlone?: string;
  /** Paths of operations on objects of its kind. */
  readonly about: RegExp;
}

export function askerAt(baseUrl: string): Ask {
  return async (method, path, { token, body, form } = {}) => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      redirect: 'manual',
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(form !== undefined ? { body: form } : body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
}
