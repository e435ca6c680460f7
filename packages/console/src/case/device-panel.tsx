import { Table } from '@mantine/core';
import { type DeviceFact, deviceFactsOf, type Explanation } from '../model/index.ts';
import { ColumnHeads, Panel, Tag } from '../parts/index.ts';
import { useConsole } from '../state/index.ts';
import { numberIn, spanIn } from '../texts/index.ts';

const useFactText = () => {
  const { language, say, term } = useConsole();
  const plain = ({ name }: DeviceFact, value: number): string =>
    name === 'age_seconds' ? spanIn(language, value * 1000) : numberIn(language, value);
  return (fact: DeviceFact): string => {
    const { limit, name, value } = fact;
    if (value === null) return say('device_not_said');
    if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
    if (typeof value === 'string') return name === 'bot' ? term('bot', value) : value;
    if (limit === null) return plain(fact, value);
    return say('device_limit', { value: plain(fact, value), limit: plain(fact, limit) });
  };
};

/** The device check in words. The service leaves it out for members who may not read of persons. */
export const DevicePanel = ({ explanation }: { readonly explanation: Explanation | null }) => {
  const { say, term } = useConsole();
  const textOf = useFactText();
  const facts = deviceFactsOf(explanation);
  return (
    <Panel title={say('device_title')}>
      {typeof facts === 'string' ? (
        <p className="quiet">{say(`device_${facts}`)}</p>
      ) : (
        <Table captionSide="top" className="device">
          <Table.Caption className="visually-hidden">{say('device_caption')}</Table.Caption>
          <ColumnHeads columns={[say('device_signal'), say('device_seen')]} />
          <Table.Tbody>
            {facts.map((fact) => (
              <Table.Tr key={fact.name} data-signal={fact.name} data-adverse={fact.isAdverse}>
                <Table.Th scope="row">{term('device', fact.name)}</Table.Th>
                <Table.Td>
                  {textOf(fact)} {fact.isAdverse && <Tag tone="bad">{say('device_adverse')}</Tag>}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
};
