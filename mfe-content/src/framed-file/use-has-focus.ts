import { useEffect, useState } from 'react';

/** Whether the focus is in a frame: its element then matches no `:focus`, and only the window loses the focus. */
export function useHasFocus(frame: { readonly current: HTMLIFrameElement | null }): boolean {
  const [isFocused, setFocused] = useState(false);
  useEffect(() => {
    const look = () => setFocused(document.activeElement === frame.current);
    const leave = () => setFocused(false);
    window.addEventListener('blur', look);
    window.addEventListener('focus', leave);
    return () => {
      window.removeEventListener('blur', look);
      window.removeEventListener('focus', leave);
    };
  }, [frame]);
  return isFocused;
}
