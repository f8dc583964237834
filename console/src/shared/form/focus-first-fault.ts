/** A busy machine may render the marks only after a few frames. */
const mostFrames = 60;

/** Moves the focus to the first marked field of a form, once it is rendered. */
export function focusFirstFault(form: HTMLElement | null, frames = mostFrames): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (frames > 1) focusFirstFault(form, frames - 1);
  });
}
