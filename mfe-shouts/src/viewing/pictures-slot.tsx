import type { Slots } from '@paddock/contract/core/links';
import { useText } from '@paddock/mfe-kit/i18n';
import { Viewer } from '@paddock/ui/viewer';
import { useViewerLabels } from './use-viewer-labels';

/** Pictures of another module's record over the whole window. */
export function PicturesSlot({ title, pictures, start, onClose }: Slots['shouts.pictures']) {
  const t = useText();
  const of = pictures.length;
  const labels = useViewerLabels(title, of);
  const items = pictures.map((src, index) => ({
    ...{ kind: 'picture' as const, src, alt: t('viewing.picture', { number: index + 1, of }) },
  }));
  return <Viewer items={items} start={start} labels={labels} onClose={onClose} />;
}
