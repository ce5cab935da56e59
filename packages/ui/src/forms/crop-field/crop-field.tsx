import type { PointerEvent } from 'react';
import { Field } from '../field/field';
import type { FieldLooks } from '../field/field';
import styles from './crop-field.module.css';

/** A point of the picture, in percent from its left and top edge. */
export interface CropPoint {
  x: number;
  y: number;
}

export interface CropFieldProps extends FieldLooks {
  src: string;
  value: CropPoint;
  onChange: (value: CropPoint) => void;
  onBlur?: (() => void) | undefined;
  /** Names of the two sliders. */
  words: { across: string; down: string };
  id?: string | undefined;
}

/** Chooses the part of a picture that stays when it is cut to the shape of a card: by dragging, or with two sliders. */
export function CropField({ src, value, onChange, onBlur, words, ...looks }: CropFieldProps) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange({ x: percent((event.clientX - left) / width), y: percent((event.clientY - top) / height) });
  };
  const slider = (axis: 'x' | 'y', label: string, id?: string) => (
    <label className="inline gap-3">
      <span className={`label text-secondary ${styles.name}`}>{label}</span>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        dir="ltr"
        className={styles.slider}
        value={value[axis]}
        onChange={(event) => onChange({ ...value, [axis]: Number(event.currentTarget.value) })}
      />
    </label>
  );
  return (
    <Field {...looks} group="group">
      {(control) => (
        <div className="stack gap-3" onBlur={onBlur}>
          <div className={styles.whole} onPointerDown={drag} onPointerMove={drag}>
            <img src={src} alt="" draggable={false} />
            <span className={styles.point} style={{ left: `${value.x}%`, top: `${value.y}%` }} aria-hidden="true" />
          </div>
          <img
            className={styles.cut}
            src={src}
            alt=""
            draggable={false}
            style={{ objectPosition: `${value.x}% ${value.y}%` }}
          />
          {slider('x', words.across, control.id)}
          {slider('y', words.down)}
        </div>
      )}
    </Field>
  );
}

const percent = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 100);
