/** A file beside the fields of a call, under the name that the call has for it. */
export interface CallFile {
  readonly part: string;
  readonly blob: Blob;
}

/** A file makes the body multipart; the browser writes where its parts begin. */
export function bodyOf(fields: URLSearchParams, file: CallFile | undefined): BodyInit {
  if (file === undefined) return fields;
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  form.append(file.part, file.blob, file.part);
  return form;
}
