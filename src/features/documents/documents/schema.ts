import { z } from 'zod';
import { lineOf, pageQuery } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const documentUuid = z.object({ uuid: z.uuid() });

export const document = z.object({
  uuid: z.string(),
  title: z.string(),
  file_name: z.string(),
  mime_type: z.string(),
  size_bytes: z.number().int(),
  created_at: z.string(),
});

export const documentQuery = pageQuery;

export const documentList = z.object({
  documents: z.array(document),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

/** A URL that a browser can fetch without a credential. */
export const download = z.object({ download_url: z.string() });

/** Token in `download_url`. */
export const downloadQuery = z.object({ token: z.string().max(200).optional() });

export const documentPatch = z.object({
  title: lineOf(200).exactOptional(),
});

/** The form of an upload. */
export const documentForm = z.object({
  file: z.file(),
  title: z
    .string()
    .meta({ description: 'Stored as one line of at most 200 characters. Defaults to the file name.' })
    .optional(),
});

nameSchemas({
  Document: document,
  DocumentList: documentList,
  DocumentPatch: documentPatch,
  DocumentForm: documentForm,
  DocumentDownload: download,
});
