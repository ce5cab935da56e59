import { Fragment } from 'react';
import type { ReactNode } from 'react';

export interface JoinedProps {
  /** Texts in any direction; empty ones are skipped. */
  parts: readonly (string | false | null | undefined)[];
}

/** Texts in one line with a dot between them, in the page's order: each keeps its own direction and turns no other around. */
export function Joined({ parts }: JoinedProps): ReactNode {
  return parts
    .filter((part) => part)
    .map((part, index) => (
      <Fragment key={index}>
        {index > 0 && ' · '}
        <bdi>{part}</bdi>
      </Fragment>
    ));
}
