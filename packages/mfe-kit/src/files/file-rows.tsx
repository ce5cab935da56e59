import type { AttachedFile } from '@paddock/contract/calls/files';
import { FileRow } from '@paddock/ui/media';
import { useFormat, useTextsOf } from '../i18n/i18n';
import { useToast } from '../i18n/toasts';
import { Slot, useSlotAvailable } from '../host/slots';
import { useAddressPart, useHrefs } from '../navigation/navigation';
import { download } from './download';

export interface FileRowsProps {
  files: readonly AttachedFile[];
  /** Names the opened picture in the address, uniquely on the page. */
  id: string;
}

/**
 * Attached files. A row opens what a browser shows: pictures in the viewer, which is part of the address, so that Back closes it; a PDF
 * on its page, where that is deployed; a film in a tab of its own. Other rows, and the button of each, download.
 */
export function FileRows({ files, id }: FileRowsProps) {
  const t = useTextsOf('kit');
  const { fileSize } = useFormat();
  const toast = useToast();
  const hrefOf = useHrefs();
  const opens = useSlotAvailable('shouts.pictures');
  const [opened, setOpened] = useAddressPart('picture');
  const pictures = opens ? files.filter(({ type }) => type.startsWith('image/')) : [];
  const start = pictures.findIndex((_, index) => opened === `${id}-file-${index}`);
  return (
    <>
      {files.map((file) => {
        const { name, size, path, safeFilePath, thumb_path, type } = file;
        const picture = pictures.indexOf(file);
        const page = type === 'application/pdf' ? hrefOf('files.pdf', { id: file.id }) : null;
        const save = (event: { preventDefault: () => void }) => {
          event.preventDefault();
          download(file).catch(toast.error);
        };
        return (
          <FileRow
            key={path}
            type={name.split('.').at(-1)!.slice(0, 4).toUpperCase()}
            name={name}
            meta={fileSize(size)}
            thumb={thumb_path}
            {...(picture >= 0
              ? { onPress: () => setOpened(`${id}-file-${picture}`) }
              : type === 'application/octet-stream'
                ? { href: safeFilePath, onPress: save }
                : page === null
                  ? { href: path, isNewTab: true }
                  : { href: page })}
            download={{ label: t('download', { name }), href: safeFilePath, onPress: save }}
          />
        );
      })}
      {start >= 0 && (
        <Slot
          name="shouts.pictures"
          props={{
            title: pictures[start]!.name,
            pictures: pictures.map(({ path }) => path),
            start,
            onClose: () => setOpened(''),
          }}
        />
      )}
    </>
  );
}
