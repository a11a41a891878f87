import { Text } from '@mantine/core'
import type { AttributionRule } from '../../api/api-types.ts'
import type { Column } from '../../ui/table/column.ts'
import { formatCount } from '../../ui/values/money.ts'
import { Timestamp } from '../../ui/values/timestamp.tsx'
import { assignedInWords, conditionInWords, TARGETS } from './rule-in-words.ts'
import { RuleMenu } from './rule-menu.tsx'

/** Columns of all rules in their order, which the row menu changes. */
export const ruleColumns = (
  rules: readonly AttributionRule[],
): readonly Column<AttributionRule>[] => [
  {
    header: 'Order',
    cell: (rule) => formatCount(rules.indexOf(rule) + 1),
    isFigure: true,
    isOffPhone: true,
    width: 70,
  },
  { header: 'Matches if', cell: (rule) => <Short text={conditionInWords(rule)} />, share: 40 },
  { header: 'Gives', cell: ({ target }) => TARGETS[target], width: 100 },
  {
    header: 'Which',
    cell: (rule) => <Short text={assignedInWords(rule)} />,
    isOffPhone: true,
    share: 30,
  },
  {
    header: 'Added',
    cell: ({ createdAt }) => <Timestamp at={createdAt} as="day" />,
    isOffPhone: true,
    width: 120,
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    cell: (rule) => <RuleMenu rule={rule} rules={rules} />,
    width: 48,
  },
]

function Short({ text }: { text: string }) {
  return (
    <Text size="sm" truncate title={text}>
      {text}
    </Text>
  )
}
