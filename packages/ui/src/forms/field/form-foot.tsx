import { createContext, useContext, useState } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './form-foot.module.css';

/** undefined without a foot; null until the foot is in the document. */
const Foot = createContext<HTMLElement | null | undefined>(undefined);

/** Adds a row below its children, usually a scroller, for the submit button of a long form inside. */
export function FormFoot({ children }: { children: ReactNode }) {
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  return (
    <Foot value={foot}>
      {children}
      <div ref={setFoot} className={styles.foot} />
    </Foot>
  );
}

export interface FormSubmitProps {
  /** Moves the button into the FormFoot around the form; the button then needs the form's id as `form`. */
  long: boolean;
  children: ReactNode;
}

/** The submit button at the end of a form. */
export function FormSubmit({ long, children }: FormSubmitProps) {
  const foot = useContext(Foot);
  if (!long || foot === undefined) return <div>{children}</div>;
  return foot && createPortal(<div className={styles.column}>{children}</div>, foot);
}
