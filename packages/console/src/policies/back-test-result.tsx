import { Anchor, Table } from '@mantine/core';
import { type BackTest, fragmentOf, type SystemOutcome, systemOutcomes } from '../model/index.ts';
import { ColumnHeads } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';

type Props = { readonly test: BackTest };

const Cell = ({ from, test, to }: Props & { readonly from: SystemOutcome; readonly to: SystemOutcome }) => {
  const { say } = useConsole();
  const count = test.matrix.find((cell) => cell.from === from && cell.to === to)?.count ?? 0;
  const isChange = from !== to && count > 0;
  return (
    <Table.Td data-cell={`${from} ${to}`}>
      {isChange ? (
        <mark>
          {count} <span className="quiet">{say('test_changes')}</span>
        </mark>
      ) : (
        count
      )}
    </Table.Td>
  );
};

const Matrix = ({ test }: Props) => {
  const { say, term } = useConsole();
  return (
    <Table captionSide="top">
      <Table.Caption>{say('test_matrix')}</Table.Caption>
      <ColumnHeads columns={[say('test_was'), ...systemOutcomes.map((to) => term('outcome', to))]} />
      <Table.Tbody>
        {systemOutcomes.map((from) => (
          <Table.Tr key={from}>
            <Table.Th scope="row">{term('outcome', from)}</Table.Th>
            {systemOutcomes.map((to) => (
              <Cell key={to} test={test} from={from} to={to} />
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};

const Reasons = ({ test: { newly } }: Props) => {
  const { say } = useConsole();
  if (newly.length === 0) return null;
  return (
    <>
      <h3>{say('test_reasons')}</h3>
      <Table>
        <ColumnHeads columns={(['reason', 'comes', 'goes'] as const).map((column) => say(`test_${column}`))} />
        <Table.Tbody>
          {newly.map(({ comes, goes, reason }) => (
            <Table.Tr key={reason}>
              <Table.Th scope="row" className="codes">
                {reason}
              </Table.Th>
              <Table.Td>{comes}</Table.Td>
              <Table.Td>{goes}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  );
};

const Examples = ({ test: { examples } }: Props) => {
  const { say, term } = useConsole();
  if (examples.length === 0) return null;
  return (
    <>
      <h3>{say('test_examples')}</h3>
      <dl>
        {examples.map(({ from, profile_ids: ids, to }) => (
          <div key={from + to}>
            <dt>{say('test_example', { from: term('outcome', from), to: term('outcome', to) })}</dt>
            <dd className="line">
              {ids.map((id) => (
                <Anchor key={id} className="codes" href={fragmentOf({ name: 'case', id })}>
                  {id}
                </Anchor>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
};

/** The decisions by what they were and would be, the reasons that come and go, and some profiles to look at. */
export const BackTestResult = ({ test }: Props) => (
  <>
    <Matrix test={test} />
    <Reasons test={test} />
    <Examples test={test} />
  </>
);
