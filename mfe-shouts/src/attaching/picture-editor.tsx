import { useText } from '@paddock/mfe-kit/i18n';
import type { Attachment, Attachments } from '@paddock/mfe-kit/kit-context';
import { useKit } from '@paddock/mfe-kit/kit-context';
import { Button, IconButton } from '@paddock/ui/button';
import { FieldError } from '@paddock/ui/field';
import { Sheet } from '@paddock/ui/sheet';
import { RotateCcw, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ReactCrop, type PercentCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import styles from './picture-editor.module.css';
import { isWhole, turnedPicture } from './turned-picture';

interface PictureEditorProps {
  item: Attachment;
  draft: Pick<Attachments, 'replace'>;
  onClose: () => void;
}

const whole: PercentCrop = { unit: '%', x: 0, y: 0, width: 100, height: 100 };
const fullPart = { x: 0, y: 0, width: 100, height: 100 };

/** Turns and crops a chosen picture; the result takes its place. */
export function PictureEditor({ item, draft, onClose }: PictureEditorProps) {
  const t = useText();
  const original = useOriginal(item.key);
  const [quarters, setQuarters] = useState(0);
  const [crop, setCrop] = useState<PercentCrop>(whole);
  const [saving, setSaving] = useState(false);
  const [failed, setFailed] = useState(false);
  const shown = useTurned(original.image, quarters, item.type);
  const turn = (by: number) => {
    setQuarters((quarters + by + 4) % 4);
    setCrop(whole);
  };
  const isUnchanged = quarters === 0 && isWhole(crop);
  const handle = (side: string) => t(`edit_picture.handles.${side}`);

  async function save() {
    if (isUnchanged || !original.image) return onClose();
    setSaving(true);
    try {
      const blob = await turnedPicture(original.image, { quarters, part: crop, type: item.type });
      onClose();
      await draft.replace(item.key, new File([blob], item.name, { type: item.type }));
    } catch {
      setFailed(true);
      setSaving(false);
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('edit_picture.title')}
      closeLabel={t('edit_picture.cancel')}
      size="l"
      dismissable={!saving}
      footer={
        <Button variant="primary" pending={saving} disabled={!shown} onPress={() => void save()}>
          {t('edit_picture.done')}
        </Button>
      }
    >
      <div className="stack gap-3">
        {/* Positions in a picture have no reading direction. */}
        <div className={styles.stage} dir="ltr">
          {shown && (
            <ReactCrop
              className={styles.crop ?? ''}
              crop={crop}
              onChange={(_, percent) => setCrop(percent.width > 0 && percent.height > 0 ? percent : whole)}
              minWidth={24}
              minHeight={24}
              keepSelection
              ariaLabels={{
                cropArea: t('edit_picture.area'),
                nwDragHandle: handle('nw'),
                nDragHandle: handle('n'),
                neDragHandle: handle('ne'),
                eDragHandle: handle('e'),
                seDragHandle: handle('se'),
                sDragHandle: handle('s'),
                swDragHandle: handle('sw'),
                wDragHandle: handle('w'),
              }}
            >
              <img src={shown} alt={item.name} />
            </ReactCrop>
          )}
        </div>
        {(failed || original.failed) && <FieldError>{t('edit_picture.failed')}</FieldError>}
        <div className="inline gap-2">
          <IconButton icon={RotateCcw} label={t('edit_picture.turn_left')} onPress={() => turn(-1)} />
          <IconButton icon={RotateCw} label={t('edit_picture.turn_right')} onPress={() => turn(1)} />
          <span className="grow" />
          <Button
            disabled={isUnchanged}
            onPress={() => {
              setQuarters(0);
              setCrop(whole);
            }}
          >
            {t('edit_picture.reset')}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

/** The kept file as a picture. */
function useOriginal(key: string): { image?: HTMLImageElement; failed?: true } {
  const { uploads } = useKit();
  const [original, setOriginal] = useState<{ image?: HTMLImageElement; failed?: true }>({});
  useEffect(() => {
    let src: string | undefined;
    let gone = false;
    const load = async () => {
      src = await (await uploads()).preview(key);
      const image = new Image();
      image.src = src ?? '';
      await image.decode();
      if (!gone) setOriginal({ image });
    };
    load().catch(() => !gone && setOriginal({ failed: true }));
    return () => {
      gone = true;
      if (src !== undefined) URL.revokeObjectURL(src);
    };
  }, [key, uploads]);
  return original;
}

/** The address of the whole picture, turned. */
function useTurned(image: HTMLImageElement | undefined, quarters: number, type: string): string | undefined {
  const [turned, setTurned] = useState<{ quarters: number; src: string }>();
  useEffect(() => {
    if (!image || quarters === 0) return;
    let src: string | undefined;
    let gone = false;
    const make = async () => {
      const blob = await turnedPicture(image, { quarters, part: fullPart, type });
      if (gone) return;
      src = URL.createObjectURL(blob);
      setTurned({ quarters, src });
    };
    make().catch(() => undefined);
    return () => {
      gone = true;
      if (src !== undefined) URL.revokeObjectURL(src);
    };
  }, [image, quarters, type]);
  if (quarters === 0) return image?.src;
  return turned?.quarters === quarters ? turned.src : undefined;
}
