import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { Db } from '../../../platform/database.ts'
import { errorResponses } from '../../../platform/http/error-body.ts'
import { organizationOf } from '../../auth/principal.ts'
import { withCustomerId } from '../../customers/named-customer.ts'
import { keptSince } from './kept.ts'
import {
  Announcement,
  AnnouncementList,
  AnnouncementListQuery,
  AnnouncementParams,
  AnnouncementQuery,
  AnnouncementTypeList,
} from './schemas.ts'
import { getAnnouncement, listAnnouncements, listTypes } from './service.ts'

const tags = ['Webhooks']

export type AnnouncementRoutesDeps = {
  db: Db
  config: { announcementDays: number }
  now: () => Date
}

export const announcementRoutes: FastifyPluginAsyncTypebox<AnnouncementRoutesDeps> = async (
  app,
  { db, config, now },
) => {
  app.get(
    '/v1/announcements',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listAnnouncements',
        summary: 'List announcements',
        description:
          'Everything that happened, the latest first. With `after` it is a feed: ask again with ' +
          '`nextAfter` of the answer, and nothing is missed. Announcements are kept for 30 days, ' +
          'unless the service is set otherwise; an older `after` is 404.',
        querystring: AnnouncementListQuery,
        response: { 200: AnnouncementList, ...errorResponses(422) },
      },
    },
    async (request) => {
      const organizationId = organizationOf(request)
      const query = await withCustomerId(db, organizationId, request.query)
      const kept = keptSince(config.announcementDays, now())
      return listAnnouncements(db, organizationId, query, kept)
    },
  )
  app.get(
    '/v1/announcements/:announcementId',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'getAnnouncement',
        summary: 'Read an announcement',
        description: 'Its data is what it was when it was announced.',
        params: AnnouncementParams,
        querystring: AnnouncementQuery,
        response: { 200: Announcement },
      },
    },
    (request) => {
      const key = { organizationId: organizationOf(request), id: request.params.announcementId }
      return getAnnouncement(db, key, request.query)
    },
  )
  app.get(
    '/v1/announcement-types',
    {
      config: { permission: 'read' },
      schema: {
        tags,
        operationId: 'listAnnouncementTypes',
        summary: 'List the types of announcements',
        description: 'Each with an example. The webhooks of the API document have their schemas.',
        response: { 200: AnnouncementTypeList },
      },
    },
    async () => listTypes(),
  )
}
