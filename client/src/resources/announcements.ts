import type { AnnouncementResend } from '../api.gen.ts'
import type { Http, RequestOptions, WriteOptions } from '../http/http.ts'
import type { Query } from '../operation-types.ts'

type GetQuery = Query<'/v1/announcements/{announcementId}'>

/** Changes that other systems are told of; `list` with `after` is a feed of them. */
export const announcementsOf = (http: Http) => ({
  list: (query?: Query<'/v1/announcements'>, options?: RequestOptions) =>
    http.list('/v1/announcements', { query, ...options }),
  get: (announcementId: string, query?: GetQuery, options?: RequestOptions) =>
    http.get('/v1/announcements/{announcementId}', { path: { announcementId }, query, ...options }),
  types: (options?: RequestOptions) => http.get('/v1/announcement-types', { ...options }),
  deliveries: (announcementId: string, options?: RequestOptions) =>
    http.get('/v1/announcements/{announcementId}/deliveries', {
      path: { announcementId },
      ...options,
    }),
  /** Sends it again, with the same id and the same body. */
  resend: (announcementId: string, body: AnnouncementResend = {}, options?: WriteOptions) =>
    http.post('/v1/announcements/{announcementId}/resend', {
      path: { announcementId },
      body,
      ...options,
    }),
})
