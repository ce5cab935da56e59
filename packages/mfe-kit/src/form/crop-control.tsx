import { CropField, type CropPoint } from '@paddock/ui/crop-field';
import { type ControlProps, looksOf } from './control';
import type { UploadItem } from './field-values';
import { useFormText } from './form-text';

export function CropControl(props: ControlProps<'crop'>) {
  const t = useFormText();
  const { data, value, entered, onChange, onBlur } = props;
  const picture = (entered[data.picture] as readonly UploadItem[] | undefined)?.find(({ state }) => state === 'loaded');
  if (picture?.id === undefined) return null;
  return (
    <CropField
      {...looksOf(props)}
      src={picture.id}
      value={value as CropPoint}
      onChange={onChange}
      onBlur={onBlur}
      words={{ across: t('crop.across'), down: t('crop.down') }}
    />
  );
}
