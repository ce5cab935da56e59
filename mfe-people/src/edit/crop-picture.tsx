import { useErrorText, useText } from '@paddock/mfe-kit/i18n';
import { useToast } from '@paddock/mfe-kit/toasts';
import { Button } from '@paddock/ui/button';
import { FieldError } from '@paddock/ui/field';
import { Sheet } from '@paddock/ui/sheet';
import { useEffect, useState } from 'react';
import { type PercentCrop, ReactCrop } from 'react-image-crop';
import 'react-image-crop/dist/ReactCrop.css';
import { croppedPicture, middleOf } from './cropped-picture';
import styles from './edit.module.css';

interface CropPictureProps {
  file: File;
  replace: (file: File) => Promise<void>;
  onClose: () => void;
}

/** Chooses the square of a picture that others see, and sends it. */
export function CropPicture({ file, replace, onClose }: CropPictureProps) {
  const t = useText();
  const toast = useToast();
  const errorText = useErrorText();
  const [image, isBroken] = usePicture(file);
  const [crop, setCrop] = useState<PercentCrop>();
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<unknown>();
  const part = crop ?? (image && { unit: '%' as const, ...middleOf(image) });

  async function save() {
    if (!image || !part) return;
    setSaving(true);
    setError(undefined);
    try {
      const blob = await croppedPicture(image, part);
      await replace(new File([blob], 'profile.jpg', { type: 'image/jpeg' }));
      toast('edit.picture.saved');
      onClose();
    } catch (failure) {
      setError(failure);
      setSaving(false);
    }
  }
  const handle = (corner: string) => t(`edit.picture.handles.${corner}`);

  return (
    <Sheet
      open
      onClose={onClose}
      title={t('edit.picture.title')}
      closeLabel={t('edit.picture.cancel')}
      size="l"
      dismissable={!saving}
      footer={
        <Button variant="primary" pending={saving} disabled={!image} onPress={() => void save()}>
          {t('edit.picture.use')}
        </Button>
      }
    >
      <div className="stack gap-3">
        {/* Positions in a picture have no reading direction. */}
        <div className={styles.stage} dir="ltr">
          {image && part && (
            <ReactCrop
              className={styles.crop ?? ''}
              crop={part}
              onChange={(_, percent) => percent.width > 0 && setCrop(percent)}
              aspect={1}
              circularCrop
              keepSelection
              minWidth={48}
              ariaLabels={{
                cropArea: t('edit.picture.area'),
                nwDragHandle: handle('nw'),
                nDragHandle: handle('nw'),
                neDragHandle: handle('ne'),
                eDragHandle: handle('ne'),
                seDragHandle: handle('se'),
                sDragHandle: handle('se'),
                swDragHandle: handle('sw'),
                wDragHandle: handle('sw'),
              }}
            >
              <img src={image.src} alt="" />
            </ReactCrop>
          )}
        </div>
        {isBroken && <FieldError>{t('edit.picture.not_read')}</FieldError>}
        {error !== undefined && <FieldError>{errorText(error)}</FieldError>}
      </div>
    </Sheet>
  );
}

/** The file as a picture, and whether it is one. */
function usePicture(file: File): [image: HTMLImageElement | undefined, isBroken: boolean] {
  const [image, setImage] = useState<HTMLImageElement>();
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const picture = new Image();
    picture.src = URL.createObjectURL(file);
    let isGone = false;
    picture.decode().then(
      () => !isGone && setImage(picture),
      () => !isGone && setBroken(true),
    );
    return () => {
      isGone = true;
      URL.revokeObjectURL(picture.src);
    };
  }, [file]);
  return [image, isBroken];
}
