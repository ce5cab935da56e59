import type { AttachedFile } from '@paddock/contract/calls/files';
import { useRef } from 'react';
import { useHasFocus } from './use-has-focus';
import styles from './framed-file.module.css';

interface FramedFileProps {
  file: AttachedFile;
  title: string;
  className: string | undefined;
}

/** A text or a page. The frame has no right at all, and the service serves it as such to a frame of the app only. */
export function FramedFile({ file, title, className }: FramedFileProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isFocused = useHasFocus(frame);
  return (
    <iframe
      ref={frame}
      className={`${styles.frame} ${className}`}
      src={file.path}
      title={title}
      sandbox=""
      data-focused={isFocused || undefined}
    />
  );
}
