import { deviceNow } from '@paddock/mfe-kit/clock';
import { useText } from '@paddock/mfe-kit/i18n';
import { Banner } from '@paddock/ui/banner';
import { BarcodeDetector as OwnDetector } from 'qr/decode.js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './check-in.module.css';

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
type DetectorClass = (new (options: { formats: string[] }) => Detector) & {
  getSupportedFormats?(): Promise<readonly string[]>;
};

/** How often a picture of the camera is read. */
const everyMs = 200;
/** The same code is read once while it stays in view. */
const sameAfterMs = 4000;

/** The browser's own detector where it reads QR codes, else the library's. */
async function detectorOf(): Promise<Detector> {
  const known = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  const formats = await known?.getSupportedFormats?.().catch((): string[] => []);
  const options = { formats: ['qr_code'] };
  return known && formats?.includes('qr_code')
    ? new known(options)
    : new (OwnDetector as unknown as DetectorClass)(options);
}

/** The camera's picture; calls `onScan` with the text of each QR code that comes into view. */
export function Scanner({ onScan }: { onScan: (text: string) => void }) {
  const t = useText();
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<'denied' | 'missing'>();
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stream: MediaStream | undefined;
    let last = { text: '', at: 0 };
    const stop = () => stream?.getTracks().forEach((track) => track.stop());
    const start = async () => {
      try {
        const picture = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
        stream = await navigator.mediaDevices.getUserMedia({ video: picture });
        const element = video.current;
        if (isOver || !element) return stop();
        element.srcObject = stream;
        await element.play();
        const detector = await detectorOf();
        const look = async () => {
          const [found] = await detector.detect(element).catch(() => []);
          if (isOver) return;
          if (found && (found.rawValue !== last.text || deviceNow() - last.at > sameAfterMs)) {
            last = { text: found.rawValue, at: deviceNow() };
            scanned(found.rawValue);
          }
          timer = setTimeout(() => void look(), everyMs);
        };
        await look();
      } catch (error) {
        if (!isOver) setProblem((error as Error).name === 'NotAllowedError' ? 'denied' : 'missing');
      }
    };
    void start();
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop();
    };
  }, []);
  if (problem) return <Banner kind="bad">{t(`check_in.camera_${problem}`)}</Banner>;
  // The picture has nothing to hear or read; what it finds is announced.
  return <video ref={video} className={styles.camera} muted playsInline aria-label={t('check_in.camera')} />;
}
