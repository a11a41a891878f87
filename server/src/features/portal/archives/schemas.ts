import { type Static, Type } from 'typebox'

const YEAR = { minimum: 1970, maximum: 9_999 }

export const PortalArchiveParams = Type.Object({ year: Type.Integer(YEAR) })

export const PortalArchiveList = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          year: Type.Integer({ description: 'Year of the issue dates, as printed.' }),
          invoices: Type.Integer({ description: 'Number of invoices.' }),
        },
        { title: 'PortalArchive' },
      ),
    ),
  },
  { title: 'PortalArchiveList', description: 'The years with invoices, latest first.' },
)
export type PortalArchiveList = Static<typeof PortalArchiveList>
