/**
 * Sends a file and tells how much of it has left: `fetch` cannot. Takes and answers what `fetch` does.
 * @param onProgress told the sent part, 0 to 1, each time bytes have left
 */
export function sendWithProgress(
  url: string,
  init: RequestInit,
  onProgress: (sent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const lost = () => reject(new TypeError('The upload did not arrive.'));
    request.open(init.method ?? 'POST', url);
    for (const [name, value] of Object.entries(init.headers ?? {})) request.setRequestHeader(name, String(value));
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.upload.onload = () => onProgress(1);
    request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }));
    request.onerror = lost;
    request.onabort = lost;
    init.signal?.addEventListener('abort', () => request.abort());
    if (init.signal?.aborted) lost();
    else request.send(init.body as XMLHttpRequestBodyInit);
  });
}
