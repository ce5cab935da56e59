let isPressed = false;
let waiting: (() => void)[] = [];

// A touch sends mouse events, too: its focus changes with `mousedown`.
addEventListener('mousedown', () => (isPressed = true), true);
// `click` follows `mouseup` at once. A drag ends without either, and a press on a scroll bar or for a menu with nothing.
for (const end of ['mouseup', 'dragend', 'contextmenu', 'keydown'])
  addEventListener(end, () => setTimeout(release), true);

function release(): void {
  isPressed = false;
  const actions = waiting;
  waiting = [];
  for (const action of actions) action();
}

/** Calls the action after the present press, if there is one: what the action moves away from the pointer would get no click. */
export function afterPress(action: () => void): void {
  if (isPressed) waiting.push(action);
  else action();
}
