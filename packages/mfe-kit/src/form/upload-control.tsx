import { UploadField } from '@paddock/ui/upload-field';
import { useEffect, useRef } from 'react';
import { acceptedPictures, toJpeg, isPictureName } from '../uploads/pictures';
import { asApiError } from '../kit/api-error';
import { useFormat } from '../i18n/i18n';
import { useKit } from '../kit/kit-context';
import { useSession } from '../session/session';
import { type ControlProps, looksOf } from './control';
import type { UploadItem } from './field-values';
import { useCodeText, useFormText } from './form-text';

export function UploadControl(props: ControlProps<'upload-secure-file'>) {
  const t = useFormText();
  const codeText = useCodeText();
  const { api } = useKit();
  const { flags } = useSession();
  const { number } = useFormat();
  const { data, onChange, onBlur } = props;
  const items = props.value as readonly UploadItem[];
  const max = data.max ?? 1;
  const underWay = useRef(new Map<string, AbortController>());
  useEffect(() => {
    const started = underWay.current;
    return () => started.forEach((upload) => upload.abort());
  }, []);

  const update = (key: string, to: Partial<UploadItem>) =>
    onChange((now: readonly UploadItem[]) => now.map((item) => (item.key === key ? { ...item, ...to } : item)));

  const send = async (key: string, file: File) => {
    const stop = new AbortController();
    underWay.current.set(key, stop);
    let shown = 0;
    try {
      const reply = await api.call(
        data.upload,
        {},
        {
          file: await toJpeg(file),
          signal: stop.signal,
          onProgress(sent) {
            // 100 % means that the service has replied.
            const percent = Math.min(99, Math.floor(sent * 100));
            if (percent > shown) update(key, { percent: (shown = percent) });
          },
        },
      );
      const { thumb_path } = reply;
      const id = 'id' in reply ? (data.address ? reply.path : reply.id) : reply.profile_image;
      update(key, { state: 'loaded', id, ...(thumb_path !== undefined && { thumb: thumb_path }) });
    } catch (error) {
      const { code, message, status } = asApiError(error);
      if (!stop.signal.aborted)
        update(key, {
          state: 'error',
          code: code === 'INVALID_FILE' || code === 'TOO_MANY_FILES' ? code : 'UPLOAD_FAILED',
          // Only a reply contains a message of the server (A §8).
          ...(status > 0 && message !== '' && { serviceMessage: message }),
        });
    } finally {
      underWay.current.delete(key);
    }
  };

  const pick = (files: readonly File[]) => {
    const fresh = files.map((file, place) => ({ file, item: itemOf(file, refusalOf(file, place)) }));
    function refusalOf(file: File, place: number) {
      if (items.length + place >= max) return 'TOO_MANY_FILES';
      return !data.images || isPictureName(file.name) ? undefined : 'INVALID_FILE';
    }
    onChange((now: readonly UploadItem[]) => [...now, ...fresh.map(({ item }) => item)]);
    for (const { file, item } of fresh) if (item.state === 'uploading') void send(item.key, file);
  };
  const remove = (key: string) => {
    underWay.current.get(key)?.abort();
    onChange((now: readonly UploadItem[]) => now.filter((item) => item.key !== key));
  };

  return (
    <UploadField
      {...looksOf(props)}
      // Each refused file shows its own error.
      error={items.some(({ state }) => state === 'error') ? undefined : props.error}
      value={items.map(({ key, thumb, code, serviceMessage, name, state, percent }) => ({
        id: key,
        ...{ name, state, percent },
        ...(thumb !== undefined && { src: thumb }),
        ...(code !== undefined && { error: serviceMessage ?? codeText(data, { code }) }),
      }))}
      max={max}
      modificationDisabled={flags.disable_upload_modification}
      rows={!data.images}
      accept={data.images ? acceptedPictures : undefined}
      format={(percent) => `${number(percent)}%`}
      onPick={pick}
      onRemove={remove}
      onBlur={onBlur}
      words={{
        add: data.images ? t('upload.add_picture') : t('upload.add'),
        remove: (name) => t('upload.remove', { name }),
      }}
    />
  );
}

const itemOf = ({ name, type, size }: File, code: string | undefined): UploadItem => ({
  key: crypto.randomUUID(),
  ...{ name, type, size },
  state: code === undefined ? 'uploading' : 'error',
  percent: 0,
  ...(code !== undefined && { code }),
});
