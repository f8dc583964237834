/** Result of one check. `advice` says what to do about a problem. */
export interface Check {
  readonly name: string;
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly advice?: string;
}
