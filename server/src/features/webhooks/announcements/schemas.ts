import { type Static, Type } from 'typebox'
import {
  jsonObject,
  nullable,
  TEXT_LENGTH_MAX,
  timestamp,
  uuid,
  VALUE_LENGTH_MAX,
} from '../../../platform/http/fields.ts'
import { exactTotal, listOf, pageParameters } from '../../../platform/http/list.ts'
import { namedCustomer } from '../../customers/fields.ts'
import { ANNOUNCEMENT_TYPES } from '../types/types.ts'

export const AnnouncementType = Type.Enum([...ANNOUNCEMENT_TYPES], {
  title: 'AnnouncementType',
  description: 'New types may be added. listAnnouncementTypes describes each one.',
})

export const AnnouncementParams = Type.Object({ announcementId: uuid() })

const includeCosts = Type.Optional(
  Type.Boolean({ default: false, description: 'True: with your costs and margins.' }),
)

export const AnnouncementQuery = Type.Object({ includeCosts })
export type AnnouncementQuery = Static<typeof AnnouncementQuery>

export const AnnouncementListQuery = Type.Object({
  ...pageParameters,
  after: Type.Optional(
    uuid(
      '`nextAfter` of your last answer, or the id of the last announcement that you have read: ' +
        'returns those after it, the earliest first. ' +
        'No announcement appears later in front of one that you have seen. Send ' +
        '00000000-0000-0000-0000-000000000000 to begin with the earliest that is kept. ' +
        '`page` must then be 1, and `totalResults` counts at most 10,000. Fewer results than ' +
        '`limit` do not mean that nothing is left: long ones end an answer early.',
    ),
  ),
  type: Type.Optional(
    Type.Array(AnnouncementType, {
      minItems: 1,
      maxItems: ANNOUNCEMENT_TYPES.length,
      description: 'One type, or several: type=invoice.paid&type=invoice.voided.',
    }),
  ),
  ...namedCustomer(),
  objectId: Type.Optional(uuid('Id of the invoice, customer or other object in `data`.')),
  startDate: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description: 'Announced on or after; a date or a timestamp, in UTC. Real time.',
    }),
  ),
  endDate: Type.Optional(
    Type.String({
      maxLength: VALUE_LENGTH_MAX,
      description: 'Announced on or before; a date includes that day.',
    }),
  ),
  includeCosts,
  exactTotal,
})
export type AnnouncementListQuery = Static<typeof AnnouncementListQuery>

export const Announcement = Type.Object(
  {
    id: uuid(),
    type: AnnouncementType,
    timestamp: timestamp('When it happened, in business time.'),
    customerId: nullable(uuid(), 'Null if it is about the whole organization.'),
    customerExternalId: nullable(
      Type.String(),
      'Your own id of the customer when it was announced; null when it had none, and for ' +
        'announcements of versions before this field.',
    ),
    data: jsonObject(
      'The object as it is read by its own route, with its `version`: of two announcements about ' +
        'one object, the one with the higher version is the later state. Rendered once and never ' +
        'changed. Lists in it end after 100 items, and it has at most 256 KB: `omitted` names what ' +
        'is left out and where to read it.',
    ),
  },
  {
    title: 'Announcement',
    description: 'A change, in the form in which webhooks deliver it.',
  },
)

export const AnnouncementList = Type.Object(
  {
    ...listOf('AnnouncementList', Announcement).properties,
    nextAfter: Type.Optional(
      uuid(
        'Only with `after`: send it as the next `after`, with the same filters. It also moves on ' +
          'if nothing matched.',
      ),
    ),
  },
  {
    title: 'AnnouncementList',
    description: 'One page of announcements, or the next ones of the feed.',
  },
)
export type AnnouncementList = Static<typeof AnnouncementList>

const TypeDescription = Type.Object(
  {
    type: AnnouncementType,
    description: Type.String(),
    object: Type.String({
      maxLength: TEXT_LENGTH_MAX,
      description: 'Kind of the object in `data`.',
      examples: ['invoice'],
    }),
    example: Announcement,
  },
  { title: 'AnnouncementTypeDescription', description: 'A type, with an example of it.' },
)

export const AnnouncementTypeList = Type.Object(
  { results: Type.Array(TypeDescription, { description: 'All types.' }) },
  { title: 'AnnouncementTypeList', description: 'The types of announcements.' },
)
export type AnnouncementTypeList = Static<typeof AnnouncementTypeList>
