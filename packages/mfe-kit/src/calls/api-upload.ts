/**
 * Sends a file and reports progress, which `fetch` cannot. Arguments and result are those of `fetch`.
 * @param onProgress receives the sent part, 0 to 1
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
