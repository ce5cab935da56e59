import type { Slots } from '@paddock/contract/core/links';
import { CommentsPage } from './comments-page';
import { CommentsPreview } from './comments-preview';

/** The comments of another module's record: the last three, or the page of all. */
export function CommentsSlot(props: Slots['shouts.comments']) {
  return props.view === 'preview' ? (
    <CommentsPreview key={`${props.kind}/${props.id}`} {...props} />
  ) : (
    <CommentsPage key={`${props.kind}/${props.id}`} {...props} />
  );
}
