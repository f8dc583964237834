/** A busy machine may enable the button only after a few frames. */
const mostFrames = 60;

/**
 * Returns the focus to a button that lost it because it was disabled while its request was in progress, once it is
 * enabled again, without scrolling back to it. Does nothing if another element has the focus, or if the button was removed.
 */
export function giveFocusBack(button: Element | null, frames = mostFrames): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isLost || !(button instanceof HTMLButtonElement) || !button.isConnected) return;
    if (!button.disabled) button.focus({ preventScroll: true });
    else if (frames > 1) giveFocusBack(button, frames - 1);
  });
}
