import { type Static, Type } from 'typebox'
import { lines } from '../../../../platform/http/fields.ts'

/** Ten thousand rows fit, and the body stays below its limit. */
const CSV_LENGTH_MAX = 900_000
const REASON_LENGTH_MAX = 1_000

export const PROBLEMS_SHOWN_MAX = 100

export const BulkCorrectionCreate = Type.Object(
  {
    kind: Type.Enum(['void', 'amend'], {
      title: 'BulkCorrectionKind',
      description: 'void: quantity and cost become 0. amend: the quantity is replaced.',
    }),
    csv: lines(
      CSV_LENGTH_MAX,
      'A CSV file with a header row and at most 10,000 rows: customerExternalId and ' +
        'idempotencyKey of the record, and to amend it its new quantity.',
    ),
    reason: Type.Optional(lines(REASON_LENGTH_MAX, 'For your records; not visible to customers.')),
  },
  {
    title: 'BulkCorrectionCreate',
    additionalProperties: false,
    examples: [
      {
        kind: 'amend',
        csv: 'customerExternalId,idempotencyKey,quantity\nacme,keyed,2\n',
        reason: 'Counted twice',
      },
    ],
  },
)
export type BulkCorrectionCreate = Static<typeof BulkCorrectionCreate>

const BulkCorrectionProblem = Type.Object(
  {
    row: Type.Integer({ description: 'As a spreadsheet counts: the header is row 1.' }),
    customerExternalId: Type.String({ description: 'As in the file.' }),
    idempotencyKey: Type.String({ description: 'As in the file.' }),
    message: Type.String({ description: 'Why the row changes nothing.' }),
  },
  { title: 'BulkCorrectionProblem', description: 'A row of the file that changes nothing.' },
)

export const summaryFields = {
  kind: BulkCorrectionCreate.properties.kind,
  rowCount: Type.Integer({ description: 'Rows of the file.' }),
  correctedCount: Type.Integer({ description: 'Events that are corrected.' }),
  unchangedCount: Type.Integer({ description: 'Events that have these values already.' }),
  problemCount: Type.Integer({ description: 'Rows that change nothing because of a mistake.' }),
  problems: Type.Array(BulkCorrectionProblem, {
    description: `The first ${PROBLEMS_SHOWN_MAX} of them.`,
  }),
}

export const BulkCorrection = Type.Object(summaryFields, {
  title: 'BulkCorrection',
  description: 'What became of the rows of a file of corrections.',
})
export type BulkCorrection = Static<typeof BulkCorrection>
