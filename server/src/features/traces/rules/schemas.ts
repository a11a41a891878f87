import { type Static, Type } from 'typebox'
import { OPERATORS, TARGETS } from '../../../domain/traces/attribution.ts'
import { name, nullable, TEXT_LENGTH_MAX, timestamp, uuid } from '../../../platform/http/fields.ts'
import { listOf, pageParameters } from '../../../platform/http/list.ts'
import { ONE_LINE_NAME } from '../../../platform/http/text-patterns.ts'

const POSITION_MAX = 1_000_000
/** Rules of an organization; each run is compared with all. */
export const RULES_MAX = 200
/** Runs that a preview compares. */
export const PREVIEWED_MAX = 100

const operator = Type.Enum([...OPERATORS], {
  description:
    'equals: the attribute has the value. prefix: its text begins with the value. present: the ' +
    'attribute has any value.',
})
const target = Type.Enum([...TARGETS], { description: 'What the rule decides of a run.' })
const value = Type.Union(
  [Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, pattern: ONE_LINE_NAME }), Type.Null()],
  { description: 'Case-sensitive. Null exactly for `present`.' },
)
const assigns = Type.Union(
  [Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX, pattern: ONE_LINE_NAME }), Type.Null()],
  {
    description:
      'The external id of the customer, the code of the agent or the name of the signal. Null: the ' +
      'value of the attribute.',
  },
)
const position = Type.Integer({
  minimum: 0,
  maximum: POSITION_MAX,
  description: 'Rules are tried in this order; of equal ones, the one created first.',
})

const sentFields = {
  attribute: name('Name of an attribute of a span or its resource.'),
  operator,
  value: Type.Optional(value),
  target,
  assigns: Type.Optional(assigns),
}

const example = {
  attribute: 'tenant.id',
  operator: 'present',
  target: 'customer',
}

export const AttributionRulePreviewCreate = Type.Object(sentFields, {
  title: 'AttributionRulePreviewCreate',
  additionalProperties: false,
  examples: [example],
})

export const AttributionRuleCreate = Type.Object(
  { ...sentFields, position: Type.Optional(position) },
  { title: 'AttributionRuleCreate', additionalProperties: false, examples: [example] },
)
export type AttributionRuleCreate = Static<typeof AttributionRuleCreate>

export const AttributionRuleUpdate = Type.Object(
  {
    attribute: Type.Optional(sentFields.attribute),
    operator: Type.Optional(operator),
    value: Type.Optional(value),
    target: Type.Optional(target),
    assigns: Type.Optional(assigns),
    position: Type.Optional(position),
  },
  { title: 'AttributionRuleUpdate', additionalProperties: false, examples: [{ position: 1 }] },
)
export type AttributionRuleUpdate = Static<typeof AttributionRuleUpdate>

export const AttributionRuleParams = Type.Object({ ruleId: uuid('Id of the rule.') })
export const AttributionRuleQuery = Type.Object(pageParameters)
export type AttributionRuleQuery = Static<typeof AttributionRuleQuery>

export const AttributionRule = Type.Object(
  {
    id: uuid(),
    attribute: Type.String({ description: 'Name of an attribute of a span or its resource.' }),
    operator,
    value: nullable(Type.String(), 'Null for `present`.'),
    target,
    assigns: nullable(Type.String(), 'Null: the value of the attribute.'),
    position: Type.Integer({ description: 'Place in the order in which rules are tried.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  {
    title: 'AttributionRule',
    description: 'Gives runs a customer, an agent or a signal by an attribute.',
  },
)
export type AttributionRule = Static<typeof AttributionRule>

export const AttributionRuleList = listOf('AttributionRuleList', AttributionRule)

const PreviewedRun = Type.Object(
  {
    runId: Type.String({ description: 'The id of the run in usage events.' }),
    name: nullable(Type.String(), 'Name of its root span; null: no span is recorded yet.'),
    assigned: Type.String({ description: 'What the rule gives the run.' }),
    isUnassigned: Type.Boolean({ description: 'True if the run has no customer.' }),
  },
  { title: 'PreviewedRun', description: 'A run that the rule matches.' },
)

export const AttributionRulePreview = Type.Object(
  {
    runCount: Type.Integer({
      description: `Latest runs that were compared; at most ${PREVIEWED_MAX}.`,
    }),
    matchedCount: Type.Integer({ description: 'Runs among them that the rule matches.' }),
    runs: Type.Array(PreviewedRun, { description: 'The runs that the rule matches.' }),
  },
  { title: 'AttributionRulePreview', description: 'What a rule would do with the latest runs.' },
)

export const AttributionRuleApplied = Type.Object(
  {
    assignedCount: Type.Integer({ description: 'Unassigned runs that the rule gave a customer.' }),
  },
  { title: 'AttributionRuleApplied', description: 'Runs that are being assigned.' },
)
