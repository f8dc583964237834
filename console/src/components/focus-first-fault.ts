/** Brings the first marked field of a form to who fills it in. */
export function focusFirstFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
