// The persons of the specimens. Every person is fictional.

const person = (last_name, first_name, document_number, date_of_birth, sex, date_of_expiry, personal_number) => ({
  document_number,
  issuing_country: 'UTO',
  nationality: 'UTO',
  last_name,
  first_name,
  date_of_birth,
  sex,
  date_of_expiry,
  personal_number,
});

export const anna = person('ERIKSSON', 'ANNA MARIA', 'L8988901C', '1974-08-12', 'F', '2034-04-15', 'ZE184226B');
export const annaOfIcao = person('ERIKSSON', 'ANNA MARIA', 'L898902C3', '1974-08-12', 'F', '2012-04-15', 'ZE184226B');
export const annaOfCard = person('ERIKSSON', 'ANNA MARIA', 'D23145890', '1974-08-12', 'F', '2035-06-30');
export const peter = person('STEVENSON', 'PETER JOHN', 'D23140585', '1981-01-29', 'M', '2035-02-11');
export const silvia = person('MARTIN', 'SILVIA', 'R7204163K', '1990-11-05', 'F', '2036-03-21');
export const elin = person('ERIKSSON', 'ELIN SOFIA', 'M4406812B', '2013-06-03', 'F', '2034-09-17');
export const lars = person('VAN DER MULLEN', 'LARS', 'T61093528', '1968-12-24', 'M', '2034-07-08', '6812240417');
export const ines = person('OBRIEN-SOUZA', 'INES', 'B80615Z2S', '1995-02-28', 'F', '2035-10-02');
