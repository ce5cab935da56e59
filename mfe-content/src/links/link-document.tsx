import { readLink } from '@paddock/contract/calls/links';
import { download } from '@paddock/mfe-kit/download';
import type { ScreenProps } from '@paddock/mfe-kit/define-mfe';
import { useText } from '@paddock/mfe-kit/i18n';
import { useBack } from '@paddock/mfe-kit/navigation';
import { useCallQuery } from '@paddock/mfe-kit/queries';
import { useToast } from '@paddock/mfe-kit/toasts';
import { IconButton } from '@paddock/ui/button';
import { Pane, ScreenHeader } from '@paddock/ui/pane';
import { Download } from 'lucide-react';
import { FramedFile } from '../framed-file/framed-file';
import { LinkNotShown } from './link-not-shown';
import styles from './links-page.module.css';
import { useLiveLinks } from './use-live-links';

/** A link's document that is a page or a text, in a frame without any right. It closes when the link is locked. */
export function LinkDocument({ params: { id } }: ScreenProps<'id'>) {
  const t = useText();
  const toast = useToast();
  const back = useBack('/main/links');
  const query = useCallQuery(readLink, { id }, { live: true });
  useLiveLinks();
  const link = query.data?.link;
  const file = link?.restricted ? undefined : link?.secure_file;
  const title = link?.title ?? t('links.kinds.document');
  return (
    <Pane label={title} surface="canvas">
      <ScreenHeader
        title={title}
        divider
        back={{ label: t('links.back'), onPress: back, alwaysShown: true }}
        actions={
          file && (
            <IconButton
              icon={Download}
              label={t('links.download', { name: file.name })}
              onPress={() => void download(file).catch(toast.error)}
            />
          )
        }
      />
      {file ? (
        <FramedFile key={file.id} className={styles.document} file={file} title={title} />
      ) : (
        <LinkNotShown query={query} title={t('links.locked')} />
      )}
    </Pane>
  );
}
