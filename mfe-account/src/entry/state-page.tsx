import { LinkFailed, type LinkFailedProps, LinkPage } from '@paddock/mfe-kit/link-call';
import type { ComponentProps } from 'react';
import { useEntrySide } from '../art/use-entry-side';

/** A page of a mailed link or a waiting page, beside the picture of the entry forms. */
export const StatePage = (props: ComponentProps<typeof LinkPage>) => <LinkPage side={useEntrySide()} {...props} />;

/** The page of a mailed link that failed, beside the picture of the entry forms. */
export const StateFailed = (props: LinkFailedProps) => <LinkFailed side={useEntrySide()} {...props} />;
